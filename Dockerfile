# One command of docs/deploy.md runs the site alone, for phones at home.
# compose.yaml adds a database, https and upgrades that nobody notices.
# Needs Docker 25 or newer for --start-interval. Images by tag: a new build gets Python's security fixes.
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
