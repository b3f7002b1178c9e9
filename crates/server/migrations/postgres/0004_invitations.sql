-- Links to seats that nobody has taken yet become invitations: whoever takes the seat gets a link of his own.
UPDATE tokens SET who = who + 400
WHERE who >= 0 AND who < 100 AND NOT EXISTS (
    SELECT 1 FROM steps WHERE steps.table_id = tokens.table_id AND steps.kind = 'join' AND steps.who = tokens.who
);
