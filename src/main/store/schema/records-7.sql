-- A proxy that fails has no latency, and what this machine is to blame for says nothing about a proxy.
UPDATE proxy_test SET last_response_time = NULL WHERE last_is_successful IS NOT 1;
UPDATE tested_proxy SET slowest_time = NULL WHERE success_count < result_count;

UPDATE proxy_test SET test_count = test_count - machine.count FROM (
  SELECT t.proxy_id, count(*) AS count FROM test_result t
  JOIN proxy_test s ON s.proxy_id = t.proxy_id AND t.key >= s.first_result_id
  WHERE t.fault = 'machine' GROUP BY t.proxy_id
) machine WHERE proxy_test.proxy_id = machine.proxy_id;
DELETE FROM proxy_test WHERE test_count <= 0;

-- The last result is then the one before it.
UPDATE proxy_test SET
  (last_received_at_ms, last_is_successful, last_response_time, last_source, last_code, last_fault) = (
    SELECT t.received_at_ms, t.proxy_test_result_is_successful,
      iif(t.proxy_test_result_is_successful, t.proxy_test_result_response_time, NULL),
      run.source, coalesce(t.reason, t.proxy_test_result_error_code), t.fault
    FROM test_result t JOIN test_run run ON run.id = t.test_run_id
    WHERE t.proxy_id = proxy_test.proxy_id AND t.key >= proxy_test.first_result_id AND t.fault IS NOT 'machine'
      AND (t.proxy_test_result_is_successful IS NOT NULL OR t.bytes IS NULL)
    ORDER BY t.received_at_ms DESC, t.key DESC LIMIT 1
  ),
  last_failed_at = (
    SELECT datetime(max(t.received_at_ms) / 1000, 'unixepoch') FROM test_result t
    WHERE t.proxy_id = proxy_test.proxy_id AND t.key >= proxy_test.first_result_id AND t.fault IS NOT 'machine'
      AND t.proxy_test_result_is_successful = 0
  )
WHERE last_fault = 'machine';
