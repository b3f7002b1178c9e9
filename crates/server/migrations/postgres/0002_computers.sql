-- Games that are not over and in which a computer holds a seat: they go on after a restart.
CREATE TABLE computers (table_id BIGINT PRIMARY KEY);
