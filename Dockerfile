# syntax=docker/dockerfile:1

FROM rust:1.95-bookworm AS build
WORKDIR /src

COPY . .
# Which sources these are, as `GET /metrics` tells: --build-arg ZEROSUM_REVISION="$(git rev-parse HEAD)"
ARG ZEROSUM_REVISION
# What is built stays with the builder, so that a change of the code alone finds the dependencies ready.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --package zerosum \
    && install -D target/release/zerosum /out/zerosum \
    && mkdir /data

# Nothing but the C library, certificates and a user without rights.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/zerosum /usr/local/bin/zerosum

# The games. The folder belongs to the image's user, and so does a new volume there.
COPY --from=build --chown=nonroot:nonroot /data /data
VOLUME /data
WORKDIR /data

ENV DATABASE_URL=sqlite:///data/zerosum.db \
    ZEROSUM_LISTEN=0.0.0.0:8080 \
    ZEROSUM_PAGE_LISTEN=0.0.0.0:8082 \
    ZEROSUM_ADMIN_LISTEN=127.0.0.1:9090
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/usr/local/bin/zerosum", "health"]

ENTRYPOINT ["/usr/local/bin/zerosum"]
CMD ["bot"]
