-- Test runs and their results stand in the person's own records now; they were copied
-- there before this.
DROP TABLE main.proxy_test;
DROP TABLE main.test_result;
DROP TABLE main.test_run;
