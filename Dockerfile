# The app in one image. Everything that it stores is in /data; nothing else is written.
FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has the Node that the package `node` would fetch: no package has to run a script.
RUN npm install --no-save --ignore-scripts --omit=dev --no-audit --no-fund
COPY . .
RUN node api/modules/site/publish/publish-command-line.ts --compile
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m CMD node -e "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "api/serve.mjs"]
