# An image of what `npm run package` makes: docker build --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" --tag suyuan .
# The reasons are in docs/decisions/package.md.

FROM node:26-trixie-slim AS packages
WORKDIR /suyuan
# All that the installed packages depend on, so that they are installed again only if one of these changes.
COPY package.json package-lock.json install.mjs ./
COPY patches/ patches/
COPY contract/package.json contract/
COPY codes/package.json codes/
COPY locales/package.json locales/
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY web/package.json web/
RUN ["node", "--input-type=module", "--eval", "const { install, main } = await import('./install.mjs'); await main(install)"]

FROM packages AS build
COPY . .
ARG SOURCE_DATE_EPOCH
RUN node tools/package.mjs --out /package \
 && mkdir /opt/suyuan \
 && tar --extract --file /package/suyuan-*.tar.gz --directory /opt/suyuan --strip-components 1

FROM debian:trixie-slim
# Node.js needs libatomic. PostgreSQL looks for the name of its user, so the user has one.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin suyuan \
 && install --directory --owner suyuan --group suyuan --mode 0711 /var/lib/suyuan
COPY --from=build /opt/suyuan /opt/suyuan
ENV SUYUAN_HOST=0.0.0.0 \
    SUYUAN_DATA_DIR=/var/lib/suyuan
USER 10001
WORKDIR /var/lib/suyuan
VOLUME /var/lib/suyuan
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=2m CMD ["/opt/suyuan/bin/suyuan", "health"]
ENTRYPOINT ["/opt/suyuan/bin/suyuan"]
