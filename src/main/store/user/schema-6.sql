ALTER TABLE tag RENAME COLUMN colour TO color;
UPDATE edit_change SET
  before = json_set(json_remove(before, '$.colour'), '$.color', before ->> 'colour'),
  after = json_set(json_remove(after, '$.colour'), '$.color', after ->> 'colour')
WHERE place = 'tag';

ALTER TABLE test_run RENAME COLUMN left_out_count TO skipped_count;
UPDATE test_run SET state = 'canceled' WHERE state = 'cancelled';

-- By this computer's clock: the service's times have no documented zone, so no age can be
-- computed from them. Earlier results get the end of their run.
ALTER TABLE test_result ADD COLUMN received_at_ms INTEGER;
UPDATE test_result SET received_at_ms = (
  SELECT unixepoch(coalesce(finished_at, started_at)) * 1000 FROM test_run WHERE id = test_run_id
);
CREATE INDEX test_result_by_time ON test_result (
  proxy_id, received_at_ms, proxy_test_result_is_successful, proxy_test_result_response_time
);

ALTER TABLE proxy_test DROP COLUMN response_count;
ALTER TABLE proxy_test DROP COLUMN response_sum;
-- By this computer's clock.
ALTER TABLE proxy_test ADD COLUMN last_received_at_ms INTEGER;
ALTER TABLE proxy_test ADD COLUMN last_failed_at TEXT;
ALTER TABLE proxy_test ADD COLUMN last_is_successful INTEGER;
ALTER TABLE proxy_test ADD COLUMN last_response_time INTEGER;
UPDATE proxy_test SET
  (last_received_at_ms, last_is_successful, last_response_time) = (
    SELECT received_at_ms, proxy_test_result_is_successful IS 1, proxy_test_result_response_time
    FROM test_result t WHERE t.proxy_id = proxy_test.proxy_id ORDER BY id DESC LIMIT 1
  ),
  last_failed_at = (
    SELECT datetime(max(received_at_ms) / 1000, 'unixepoch')
    FROM test_result t
    WHERE t.proxy_id = proxy_test.proxy_id AND proxy_test_result_is_successful IS NOT 1
  );
