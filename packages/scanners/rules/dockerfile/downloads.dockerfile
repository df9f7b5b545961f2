FROM registry.example/base:1
# ruleid: docker-pipe-to-shell
RUN curl -fsSL https://get.example/install | sh
# ruleid: docker-pipe-to-shell
RUN apt-get update \
    && wget -qO- https://get.example/install | sudo -E bash -s
# ok: docker-pipe-to-shell
RUN curl -fsSLo install https://get.example/install && echo "0000  install" | sha256sum -c && sh install
# ruleid: docker-shell-of-download
RUN bash -c "$(curl -fsSL https://get.example/install)"
# ruleid: docker-tls-unchecked
RUN curl -sSk https://files.example/x -o x
# ruleid: docker-tls-unchecked
RUN wget --no-check-certificate https://files.example/x
# ruleid: docker-tls-unchecked
RUN pip install --trusted-host pypi.example shop
# ruleid: docker-tls-unchecked
RUN npm config set strict-ssl false
# ok: docker-tls-unchecked
RUN curl -fsS https://files.example/keys/key -o key
# ruleid: docker-packages-unchecked
RUN apt-get install -y --allow-unauthenticated shop
# ruleid: docker-packages-unchecked
RUN apk add --allow-untrusted shop.apk
# ok: docker-packages-unchecked
RUN apk add shop
# ruleid: docker-plain-http
RUN wget http://files.example/x
# ok: docker-plain-http
RUN curl -f http://localhost:8080/ready
# ruleid: docker-other-index
RUN pip install --extra-index-url https://pypi.example/simple shop
# ruleid: docker-apt-key
RUN curl -fsS https://files.example/key | apt-key add -
# ruleid: docker-tls-off
ENV NODE_TLS_REJECT_UNAUTHORIZED=0
# ruleid: docker-tls-off
ENV A=1 GIT_SSL_NO_VERIFY=true
# ok: docker-tls-off
ENV NODE_TLS_REJECT_UNAUTHORIZED=1
