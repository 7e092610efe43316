/** What the interface says of resources and fields beyond their names and types, in own words. */

export const schemaNotes: Readonly<Record<string, string>> = {
  InsurancePolicyDetails: 'A policy with its owner and the vehicles on it.',
  OwnerDetails: 'Who owns the policy: a company or a natural person.',
  VehicleAction: 'What the user is to be told before a report on this vehicle goes on.',
  BalanceDetails: 'Balance and deductible of one vehicle of a policy.',
  PurchaseOrderDetails: 'An order of parts to a supplier.',
  PurchaseOrderCancellationDetails:
    'Asks to cancel a purchase order. The reason is an id with a name, or one text in `cancellationReason`; either is taken.',
  ServiceOrderDetails: 'An order of labour to a workshop.',
  ServiceOrderCancellationDetails:
    'Asks to cancel a service order. Its number may stand in `serviceOrderNumber` or in `purchaseOrderNumber`.',
  CancelledOrderResponse: 'What the insurer decided about a cancellation; the same of both kinds of order.',
  IncidentReportModel: 'A report of an incident, by a workshop or another intermediary, or by the insured.',
  AttachmentDetailsIR: 'A document or a photograph of an incident report.',
  FinancialDocumentDetails: 'An invoice or a credit note, of a supplier or of a workshop.',
  PersonDetailsFD: 'A company. `personId` may be absent, and `personName` a text or a number.',
  ProblemDetails: 'Why a call was refused (RFC 9457).',
};

export const fieldNotes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  OwnerDetails: {
    personTypeId: '1 a company, 2 a natural person.',
    companyInfo: 'Null for a natural person.',
    personalInfo: 'Null for a company.',
  },
  CompanyDetails: { companyTaxId: 'RNC.' },
  PersonalDetails: { identificationTypeId: '1 RNC, 2 Cédula, 3 another.' },
  VehicleDetails: { vin: 'Chassis number.', action: 'Null where there is nothing to say.' },
  VehicleAction: { userMessage: 'Text to show to the user.' },
  PurchaseOrderDetails: {
    purchaseOrderId: "The marketplace's id of the order. A body without it is refused.",
    batchId: 'Names the orders that were made together.',
    requestId: 'The tender that the order belongs to.',
    claimId: "The marketplace's id of the claim, where it has one.",
    insuranceClaimNumber: "The insurer's claim number.",
    workshopTaxId: 'RNC.',
    supplierTaxId: 'RNC.',
    items: 'One line or more. A body without any is refused.',
  },
  PurchaseOrderItem: {
    supplierItemPrice: 'Of one unit.',
    supplierItemRowPrice: 'Quantity times unit price.',
    supplierItemRowTotal: 'Of the line, with discount and tax.',
    workshopItemRepairPrice: 'Agreed with the workshop.',
    workshopItemReplacePrice: 'Agreed with the workshop.',
    itemMinSellPrice: 'Lowest of the market.',
    itemAverageSellPrice: 'Average of the market.',
    itemMaxSellPrice: 'Highest of the market.',
  },
  CreatedPurchaseOrderResponse: { purchaseOrderNumber: "The insurer's own number." },
  PurchaseOrderCancellationDetails: {
    purchaseOrderId: 'Not other than the id of the path, which counts where it is absent.',
    cancellationReasonId: 'A number, or a text.',
  },
  ServiceOrderDetails: {
    serviceOrderId: "The marketplace's id of the order. A body without it is refused.",
    requestId: 'The tender.',
    differenceAmount: 'An adjustment.',
    workshopPersonTaxId: 'RNC.',
    items: 'May be empty.',
  },
  ServiceOrderItem: { workshopServicePrice: 'Agreed, of one unit.', itemCode: 'May be blank.' },
  CreatedServiceOrderResponse: { serviceOrderNumber: "The insurer's own number." },
  ServiceOrderCancellationDetails: {
    serviceOrderId: 'Not other than the id of the path, which counts where it is absent.',
    purchaseOrderNumber: 'Taken in place of `serviceOrderNumber`.',
  },
  CancelledOrderResponse: {
    isCancelled:
      'Whether the insurer cancelled the order. When false, it cannot be cancelled in the marketplace.',
    showResponseText: 'Whether the text is to be shown to the user.',
    responseText: 'Says why the order was not cancelled, or that the question is in review.',
  },
  IncidentReportModel: {
    incidentReportFormId: "The marketplace's id of the report. A body without it is refused.",
    insuranceFormInfoJson: "The insurer's form data, JSON as a text.",
    reportFormContents: 'Detail of the form, of any shape.',
    insurancePerson: 'The insurer.',
    createdByPerson: 'The company that made the report.',
    workshopPerson: 'The workshop.',
  },
  PersonDetailsIR: { personTaxId: 'RNC.' },
  CreatedIncidentReportResponse: { internalIncidentReportId: "The insurer's own number." },
  FinancialDocumentDetails: {
    documentId: "The marketplace's id of the document. A body without it is refused.",
    documentStatusId: '33 is created.',
    documentTypeId: '1 invoice, 2 credit note.',
    entityTypeId: 'Who issues it: 1 a supplier, 2 a workshop.',
    documentDate: 'YYYY-MM-DD.',
    createdBy: 'The issuer.',
    createdTo: 'Whom it is issued to.',
    totalAmount: 'Subtotal less discounts plus taxes.',
    paymentTermId: 'Need not be there.',
    attachments: 'May be empty.',
  },
  TaxReceiptDetails: { relatedTaxReceiptNumber: 'The receipt that this one modifies; null if none.' },
  ItemDetailsFD: {
    unitDiscountAmount: 'An amount, not a percentage.',
    rowTotal: 'Quantity times the unit price with its tax and less its discount.',
  },
  CreatedFinancialDocumentResponse: {
    internalDocumentId: "The insurer's own number; the marketplace shows it beside the document.",
  },
  ProblemDetails: {
    type: '`urn:perito:problem:` and a code, which does not change.',
    instance: 'The path that was called.',
    errors:
      'Of a 400, the places that are wrong. `pointer` is after RFC 6901: into the body, or `/` and the name of a parameter.',
  },
};
