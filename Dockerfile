# The site alone, for phones at home, is one command of README.md.
# With a database, https and restarts that nobody notices: compose.yaml
# Needs Docker 25 or newer, for --start-interval. By tag: a new build brings Python's security fixes.
FROM python:3.13-slim AS build
COPY requirements.lock .
RUN python -m venv --without-pip /venv && \
  python -m pip --python /venv/bin/python install --quiet -r requirements.lock

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home scoundrel && install --directory --owner scoundrel --mode 700 /data
COPY --from=build /venv /venv
WORKDIR /app
COPY . .
ENV PATH=/venv/bin:$PATH VAR_DIR=/data PYTHONDONTWRITEBYTECODE=1
USER scoundrel
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://localhost:8000/healthz', timeout=4)"]
CMD ["python", "manage.py", "serve"]
