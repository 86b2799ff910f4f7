-- A result belongs to the address and the port that were tested.

-- Planned proxies that the service replaced or removed before their turn came.
ALTER TABLE test_run ADD COLUMN gone_count INTEGER NOT NULL DEFAULT 0;

-- Whether the proxy has got another address or port since. Then a later result in the same run is a row of its own.
-- `state` may also be 'gone': replaced or removed before its turn came.
ALTER TABLE tested_proxy ADD COLUMN is_replaced INTEGER NOT NULL DEFAULT 0;

-- The sums begin with this result: those before it are of another address. A proxy that was replaced and not tested since
-- has no row.
ALTER TABLE proxy_test ADD COLUMN first_result_id INTEGER NOT NULL DEFAULT 0;
