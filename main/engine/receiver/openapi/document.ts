import { defaultLimits } from '../context.ts';
import { problems } from '../problems.ts';
import {
  deliveryOperations,
  descriptionOperation,
  type Examples,
  type Operation,
  type OperationParameter,
  policyOperations,
} from './operations.ts';
import { problemResponses } from './problem-responses.ts';
import { componentSchemas, inlineSchema, refTo } from './schemas.ts';

/** All calls that the receiver answers. */
export const operations: readonly Operation[] = [
  ...policyOperations,
  ...deliveryOperations,
  descriptionOperation,
];

let built: string | null = null;

/** The OpenAPI 3.1 document of the receiver, as JSON. Built when first asked for. */
export function openApiJson(): string {
  built ??= JSON.stringify(openApiDocument());
  return built;
}

/** Made from the schemas and tables that the receiver goes by, so that it cannot say other than what is done. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Perito: insurer integration API',
      version: '1.0.0',
      summary: 'What an insurer answers to a marketplace for vehicle parts and workshop labour.',
      description:
        'Paths match in any case, with or without a slash at the end. A call with a valid key that is refused for what it ' +
        `is, one at an unknown path (${problems['unknown-path'].status}) or with another method ` +
        `(${problems['method-not-allowed'].status}) included, is kept for staff to look at.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The insurer_base_url of the interface.' }],
    security: [{ ApiKey: [] }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-KEY',
          description: 'Base64 of the user e-mail, a colon and the API secret. Send it once, over HTTPS.',
        },
      },
    },
  };
}

/** Taken like `application/json`, see `checkMediaType`. */
const otherMediaTypes = ['text/json', 'application/*+json'];

function operationObject(operation: Operation): object {
  const { id, summary, description, parameters, body, answer } = operation;
  const ref = answer.schema === null ? { type: 'object' } : refTo(answer.schema);
  return {
    operationId: id,
    summary,
    description,
    ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
    ...(body !== null && {
      requestBody: {
        required: true,
        description: `JSON in UTF-8, of at most ${defaultLimits.bodyBytes} bytes, without a content encoding.`,
        content: {
          'application/json': { schema: refTo(body.schema), ...examplesOf(body.examples) },
          ...Object.fromEntries(otherMediaTypes.map((type) => [type, { schema: refTo(body.schema) }])),
        },
      },
    }),
    responses: {
      '200': {
        description: answer.description,
        content: {
          'application/json': {
            schema: answer.isList ? { type: 'array', items: ref } : ref,
            ...examplesOf(answer.examples),
          },
        },
      },
      ...problemResponses(operation),
    },
  };
}

function parameterObject({ schema, ...parameter }: OperationParameter): object {
  return { ...parameter, schema: inlineSchema(schema) };
}

function examplesOf(examples: Examples): object {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
  return values.length === 0 ? {} : { examples: Object.fromEntries(values) };
}
