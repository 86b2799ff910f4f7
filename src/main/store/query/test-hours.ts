const hourMs = 3_600_000;

/**
 * SQL for the test results of a proxy `r` in the last 24 hours as a JSON list of `TestHour`; null
 * if the joined `proxy_test` is, so that a proxy that was never tested costs nothing.
 */
export const testHours = `CASE WHEN proxy_test.proxy_id IS NOT NULL THEN (
  SELECT json_group_array(json_array(hour, passed, failed, response_time)) FROM (
    SELECT received_at_ms / ${String(hourMs)} AS hour,
      sum(proxy_test_result_is_successful IS 1) AS passed,
      sum(proxy_test_result_is_successful IS NOT 1) AS failed,
      round(avg(proxy_test_result_response_time)) AS response_time
    FROM test_result t
    WHERE t.proxy_id = r.proxy_id AND t.received_at_ms > unixepoch() * 1000 - ${String(24 * hourMs)}
    GROUP BY hour ORDER BY hour
  )
) END`;
