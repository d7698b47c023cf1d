# One static executable in an empty image: no shell, no package, not root.
# docker build -t tablefront . && docker run --read-only -p 8080:8080 -v tablefront:/data -e TABLEFRONT_UPSTREAM=https://shop.example tablefront
# Base images are named by digest; dependabot renews them. The builds run on the builder's own platform: the client is the same everywhere, and Go compiles for any.
FROM --platform=$BUILDPLATFORM node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS client
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY tsconfig.json ./
COPY contracts contracts
COPY client client
COPY scripts/precompress.ts scripts/precompress.ts
RUN npx vite build --config client/vite.config.ts && node scripts/precompress.ts client/dist

FROM --platform=$BUILDPLATFORM golang:1.26.8-bookworm@sha256:a688600ca24f8a4d3ca77f95b0dd40704a9fc787c826660eb7ba0b641b8b175d AS bff
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY contracts contracts
COPY client/embed.go client/embed.go
COPY bff bff
COPY check check
COPY tablecards tablecards
COPY --from=client /src/client/dist client/dist
COPY LICENSE package-lock.json ./
COPY scripts/licenses scripts/licenses
RUN --mount=type=bind,from=client,source=/src/node_modules,target=/src/node_modules go run ./scripts/licenses client/dist/licenses.txt
ARG VERSION=0.0.0 TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH GOFLAGS='-trimpath -buildvcs=false -tags=nomsgpack' go build -ldflags "-s -w -X main.version=$VERSION" -o /out/tablefront ./bff && mkdir -p /out/data

FROM scratch
ARG VERSION=0.0.0
LABEL org.opencontainers.image.title="Tablefront" \
      org.opencontainers.image.description="White-label food-ordering storefront in front of the order backend a restaurant already has" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.licenses="MIT"
COPY --from=bff /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=bff /out/tablefront /tablefront
COPY --from=bff /src/client/dist/licenses.txt /licenses.txt
COPY --from=bff --chown=65532:65532 /out/data /data
USER 65532:65532
ENV TABLEFRONT_ADDR=0.0.0.0:8080 TABLEFRONT_METRICS_ADDR=0.0.0.0:9090 TABLEFRONT_DATA_DIR=/data
EXPOSE 8080 9090
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/tablefront", "health"]
ENTRYPOINT ["/tablefront"]
CMD ["serve"]
