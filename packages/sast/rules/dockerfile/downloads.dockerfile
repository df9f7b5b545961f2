FROM registry.example/base:1
# ruleid: docker-download-piped-to-shell
RUN curl -fsSL https://get.example/install | sh
# ruleid: docker-download-piped-to-shell
RUN apt-get update \
    && wget -qO- https://get.example/install | sudo -E bash -s
# ok: docker-download-piped-to-shell
RUN curl -fsSLo install https://get.example/install && echo "0000  install" | sha256sum -c && sh install
# ruleid: docker-download-executed-by-shell
RUN bash -c "$(curl -fsSL https://get.example/install)"
# ruleid: docker-tls-verification-disabled
RUN curl -sSk https://files.example/x -o x
# ruleid: docker-tls-verification-disabled
RUN wget --no-check-certificate https://files.example/x
# ruleid: docker-tls-verification-disabled
RUN pip install --trusted-host pypi.example shop
# ruleid: docker-tls-verification-disabled
RUN npm config set strict-ssl false
# ok: docker-tls-verification-disabled
RUN curl -fsS https://files.example/keys/key -o key
# ruleid: docker-package-signature-not-verified
RUN apt-get install -y --allow-unauthenticated shop
# ruleid: docker-package-signature-not-verified
RUN apk add --allow-untrusted shop.apk
# ok: docker-package-signature-not-verified
RUN apk add shop
# ruleid: docker-plain-http-download
RUN wget http://files.example/x
# ok: docker-plain-http-download
RUN curl -f http://localhost:8080/ready
# ruleid: docker-dependency-confusion
RUN pip install --extra-index-url https://pypi.example/simple shop
# ruleid: docker-apt-key-trusted-globally
RUN curl -fsS https://files.example/key | apt-key add -
# ruleid: docker-tls-verification-disabled-env
ENV NODE_TLS_REJECT_UNAUTHORIZED=0
# ruleid: docker-tls-verification-disabled-env
ENV A=1 GIT_SSL_NO_VERIFY=true
# ok: docker-tls-verification-disabled-env
ENV NODE_TLS_REJECT_UNAUTHORIZED=1
