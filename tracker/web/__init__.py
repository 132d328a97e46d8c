"""The edge of the site: cookies, limits, middleware."""
