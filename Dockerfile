# syntax=docker/dockerfile:1

FROM rust:1.95-bookworm AS build
WORKDIR /src

# The dependencies are built first and on their own, so that a change of the code alone finds them
# ready.
COPY Cargo.toml Cargo.lock ./
RUN mkdir -p src benches/engines benches/zerosum_bench \
    && echo 'fn main() {}' > src/main.rs \
    && touch src/lib.rs benches/engines/main.rs benches/pictures.rs benches/search.rs benches/siege.rs benches/store.rs benches/zerosum_bench/main.rs \
    && cargo build --release --locked --bin zerosum \
    && rm -rf src benches

COPY . .
# Which sources these are, as `GET /metrics` tells: --build-arg ZEROSUM_REVISION="$(git rev-parse HEAD)"
ARG ZEROSUM_REVISION
# Newer than the stand-ins above, whatever their dates were.
RUN touch src/main.rs src/lib.rs \
    && cargo build --release --locked --bin zerosum \
    && mkdir /data

# Nothing but the C library, certificates and a user without rights.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/target/release/zerosum /usr/local/bin/zerosum

# The games. The folder belongs to the image's user, and so does a new volume there.
COPY --from=build --chown=nonroot:nonroot /data /data
VOLUME /data
WORKDIR /data

ENV DATABASE_URL=sqlite:///data/zerosum.db \
    ZEROSUM_ADMIN_LISTEN=127.0.0.1:9090
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/usr/local/bin/zerosum", "health"]

ENTRYPOINT ["/usr/local/bin/zerosum"]
CMD ["bot"]
