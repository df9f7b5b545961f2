FROM registry.example/base:1
# ruleid: docker-hardcoded-secret-env
ENV DB_PASSWORD=example-example
# ruleid: docker-hardcoded-secret-env
ENV API_KEY "example example"
# ok: docker-hardcoded-secret-env
ENV DB_PASSWORD_FILE=/run/secrets/db
# ok: docker-hardcoded-secret-env
ENV NPM_TOKEN=$NPM_TOKEN
# ok: docker-hardcoded-secret-env
ENV TOKENIZERS=1
# ruleid: docker-secret-in-arg
ARG NPM_TOKEN
# ruleid: docker-secret-in-arg
ARG DB_PASSWORD=example
# ok: docker-secret-in-arg
ARG VERSION=1
# ruleid: docker-credentials-in-url
RUN git clone https://me:example@git.example/shop.git
# ok: docker-credentials-in-url
RUN git clone https://git.example/shop.git
# ruleid: docker-secret-file-copied
COPY .env /app/
# ruleid: docker-secret-file-copied
COPY a.txt keys/id_rsa /root/.ssh/
# ok: docker-secret-file-copied
COPY .env.example /app/.env
# ok: docker-secret-file-copied
COPY --from=build /certs/ca.pem /certs/
# ruleid: docker-git-history-copied
COPY .git /app/.git
# ruleid: docker-copy-entire-context
COPY . /app
# ok: docker-copy-entire-context
COPY --from=build . /app
# ok: docker-copy-entire-context
COPY src /app/src
# ruleid: docker-hardcoded-password
RUN echo "root:example" | chpasswd
# ok: docker-hardcoded-password
RUN useradd --system app
