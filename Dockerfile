# The server in a container: `docker build -t skillwright .`, then
# `docker run -p 4817:4817 -v skillwright:/data -e SKILLWRIGHT_ADMIN_PASSWORD=... skillwright`.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund \
  && npm pack --ignore-scripts --pack-destination /tmp \
  && mkdir /app && cd /app && printf '{"private":true}' > package.json \
  && npm install --omit=dev --ignore-scripts --no-audit --no-fund /tmp/skillwright-*.tgz pg postgres @aws-sdk/client-s3 \
  # What is in the image, for whoever has to know: CycloneDX, beside the program.
  && npm sbom --sbom-format cyclonedx > sbom.cdx.json

FROM node:24-bookworm-slim
# The walls around tools of skills, and what unpacks some installers; nothing else is added.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap bzip2 ca-certificates socat \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir --mode=0700 /data && chown 65532:65532 /data
COPY --from=build --chown=root:root /app /app
ENV NODE_ENV=production SKILLWRIGHT_DATA=/data SKILLWRIGHT_LOG=- PATH=/app/node_modules/.bin:$PATH
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 4817
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4817/healthz').then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["skillwright"]
CMD ["serve", "--host", "0.0.0.0"]
