"""The only code that writes: one module an aggregate, functions named `<entity>_<verb>`."""
