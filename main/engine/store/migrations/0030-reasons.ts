/** Reasons have codes and texts in both languages: what people wrote to refuse with becomes such reasons. */
export const reasons = `
INSERT INTO setting (name, value)
  SELECT 'reasons', json_object('refuse', (
    SELECT json_group_array(json_object('code', code, 'es', es, 'en', en, 'retired', json('false'))) FROM (
      SELECT written.value AS es, coalesce(known.code, 'own' || (written.key + 1)) AS code, coalesce(known.en, '') AS en
      FROM json_each(s.value, '$.refusals') written LEFT JOIN (
        SELECT 'invoiced' AS code, 'La orden ya fue facturada. Solicite una nota de crédito.' AS es,
          'The order was invoiced already. Ask for a credit note.' AS en
        UNION ALL SELECT 'delivered', 'Las piezas ya fueron entregadas al taller.', 'The parts were delivered to the workshop already.'
        UNION ALL SELECT 'workBegun', 'El trabajo ya fue iniciado en el taller.', 'The work has begun at the workshop already.'
        UNION ALL SELECT 'claimClosed', 'El reclamo está cerrado.', 'The claim is closed.'
        UNION ALL SELECT 'notAuthorised', 'Falta la autorización del asegurado.', 'The authorisation of the insured is missing.'
      ) known ON known.es = written.value
        AND NOT EXISTS (SELECT 1 FROM json_each(s.value, '$.refusals') earlier WHERE earlier.value = written.value AND earlier.key < written.key)
      ORDER BY written.key)))
  FROM setting s WHERE s.name = 'texts' AND json_valid(s.value) AND json_type(s.value, '$.refusals') = 'array';
UPDATE setting SET value = json_remove(value, '$.refusals') WHERE name = 'texts' AND json_valid(value);
`;
