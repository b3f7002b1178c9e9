-- How long the server had run when a row was written, in games with a clock.
ALTER TABLE steps ADD COLUMN ran BIGINT;
