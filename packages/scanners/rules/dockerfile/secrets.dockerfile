FROM registry.example/base:1
# ruleid: docker-secret-in-env
ENV DB_PASSWORD=example-example
# ruleid: docker-secret-in-env
ENV API_KEY "example example"
# ok: docker-secret-in-env
ENV DB_PASSWORD_FILE=/run/secrets/db
# ok: docker-secret-in-env
ENV NPM_TOKEN=$NPM_TOKEN
# ok: docker-secret-in-env
ENV TOKENIZERS=1
# ruleid: docker-secret-in-arg
ARG NPM_TOKEN
# ruleid: docker-secret-in-arg
ARG DB_PASSWORD=example
# ok: docker-secret-in-arg
ARG VERSION=1
# ruleid: docker-credentials-in-address
RUN git clone https://me:example@git.example/shop.git
# ok: docker-credentials-in-address
RUN git clone https://git.example/shop.git
# ruleid: docker-copies-secrets
COPY .env /app/
# ruleid: docker-copies-secrets
COPY a.txt keys/id_rsa /root/.ssh/
# ok: docker-copies-secrets
COPY .env.example /app/.env
# ok: docker-copies-secrets
COPY --from=build /certs/ca.pem /certs/
# ruleid: docker-copies-git
COPY .git /app/.git
# ruleid: docker-copies-everything
COPY . /app
# ok: docker-copies-everything
COPY --from=build . /app
# ok: docker-copies-everything
COPY src /app/src
# ruleid: docker-password-set
RUN echo "root:example" | chpasswd
# ok: docker-password-set
RUN useradd --system app
