-- Up Migration

-- Facts are kept for ever; news are swept by their names, without a look at what is kept.
DROP INDEX outbox_published;
CREATE INDEX outbox_published ON outbox (name, published_at) WHERE published_at IS NOT NULL;
