-- A result of none of the tested proxies is no proxy of its run.
UPDATE test_run SET
  proxies_tested = proxies_tested - stray.tested,
  proxies_passed = proxies_passed - stray.passed
FROM (
  SELECT test_run_id, count(*) AS tested, count(*) FILTER (WHERE success_count = result_count) AS passed
  FROM tested_proxy WHERE proxy_id IS NULL GROUP BY test_run_id
) stray
WHERE test_run.id = stray.test_run_id;
DELETE FROM tested_proxy WHERE proxy_id IS NULL;
