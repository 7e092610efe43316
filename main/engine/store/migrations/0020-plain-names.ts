/**
 * Tables and columns are named as the field, the contract and the code name them. No row changes but for one thing: the
 * JSON of a cancel call calls its list of issues `issues`.
 */
export const plainNames = `
ALTER TABLE attachment RENAME COLUMN says_type TO declared_type;
ALTER TABLE attachment RENAME COLUMN says_bytes TO declared_size;
ALTER TABLE attachment_host RENAME COLUMN standing TO decision;

ALTER TABLE content RENAME COLUMN examined_by TO decoder_version;
ALTER TABLE content RENAME COLUMN examine_attempts TO examination_attempts;
ALTER TABLE content RENAME COLUMN likeness TO perceptual_hash;
ALTER TABLE content_likeness RENAME TO perceptual_hash_quarter;
ALTER TABLE like_content RENAME TO similar_content;
ALTER TABLE similar_content RENAME COLUMN other TO similar_sha256;

DROP TRIGGER ask_said_kept;
UPDATE ask SET said = json_remove(json_set(said, '$.issues', json_extract(said, '$.oddities')), '$.oddities')
  WHERE json_type(said, '$.oddities') = 'array';
ALTER TABLE ask RENAME COLUMN said TO content;
CREATE TRIGGER ask_content_kept BEFORE UPDATE OF content ON ask WHEN OLD.content IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;
-- JSON of the numbers under which all its calls name their order and its claim, each once.
ALTER TABLE cancellation RENAME COLUMN said TO order_references;

ALTER TABLE claim RENAME COLUMN last_revision TO last_revision_id;
ALTER TABLE claim RENAME COLUMN last_at TO last_received_at;
ALTER TABLE recheck RENAME TO link_recheck;
ALTER TABLE sequence RENAME COLUMN last TO last_number;

ALTER TABLE policy RENAME COLUMN touched_in TO edited_in_version;
ALTER TABLE policy_vehicle RENAME COLUMN touched_in TO edited_in_version;
DROP INDEX policy_words_due;
ALTER TABLE policy RENAME COLUMN words_due TO needs_reindex;
CREATE INDEX policy_to_reindex ON policy (id) WHERE needs_reindex = 1;
ALTER TABLE policy_import RENAME COLUMN policy_before TO last_policy_id_before;
ALTER TABLE policy_import RENAME COLUMN vehicle_before TO last_vehicle_id_before;

-- Counts all arrivals of rejected deliveries, repeats too: the order of the list.
DROP INDEX rejected_by_turn;
ALTER TABLE rejected_delivery RENAME COLUMN turn TO arrival_sequence;
CREATE UNIQUE INDEX rejected_by_arrival ON rejected_delivery (arrival_sequence);
-- Equal for deliveries that repeat each other, whatever they brought.
DROP INDEX rejected_common;
ALTER TABLE rejected_delivery RENAME COLUMN common_hash TO repeat_hash;
CREATE INDEX rejected_by_repeat_hash ON rejected_delivery (repeat_hash, id) WHERE repeat_hash IS NOT NULL;
`;
