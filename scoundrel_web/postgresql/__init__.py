"""PostgreSQL for a site that must not wait for ever."""
