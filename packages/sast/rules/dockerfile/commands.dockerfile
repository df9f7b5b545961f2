FROM registry.example/base:1
# ruleid: docker-sudo
RUN apt-get update && sudo make install
# ok: docker-sudo
RUN make install
# ruleid: docker-world-writable-file
RUN mkdir /data && chmod -R 777 /data
# ok: docker-world-writable-file
RUN chmod 755 /data
# ruleid: docker-world-writable-file-copy
COPY --chmod=0777 run.sh /run.sh
# ok: docker-world-writable-file-copy
COPY --chmod=755 run.sh /run.sh
# ruleid: docker-setuid-bit
RUN chmod u+s /usr/bin/tool
# ruleid: docker-setuid-bit
RUN chmod 4755 /usr/bin/tool
# ok: docker-setuid-bit
RUN chmod 0755 /usr/bin/tool
# ruleid: docker-ssh-server
RUN apt-get install -y --no-install-recommends curl openssh-server
# ok: docker-ssh-server
RUN apk add openssh-client
# ruleid: docker-remote-login-port-exposed
EXPOSE 8080 22
# ok: docker-remote-login-port-exposed
EXPOSE 8080
# ruleid: docker-socket-mounted
VOLUME ["/var/run/docker.sock"]
# ok: docker-socket-mounted
VOLUME /data
# ruleid: docker-insecure-build-step
RUN --security=insecure make
# ruleid: docker-build-host-network
RUN --network=host make
# ok: docker-build-host-network
RUN --mount=type=cache,target=/cache make
# ruleid: docker-relative-workdir
WORKDIR app
# ok: docker-relative-workdir
WORKDIR /app
# ruleid: docker-recommended-packages
RUN apt-get update && apt-get install -y curl
# ok: docker-recommended-packages
RUN apt-get update && apt-get install -y --no-install-recommends curl
# ruleid: docker-unpinned-python-packages
RUN pip install --no-cache-dir requests
# ok: docker-unpinned-python-packages
RUN pip install requests==2.32.3
# ok: docker-unpinned-python-packages
RUN pip install --no-cache-dir -r requirements.txt
# ok: docker-unpinned-python-packages
RUN pip install .
# ruleid: docker-unpinned-global-packages
RUN npm install -g pnpm
# ok: docker-unpinned-global-packages
RUN npm install -g pnpm@9.12.0
# ruleid: docker-debug-mode-enabled
ENV FLASK_DEBUG=1
# ok: docker-debug-mode-enabled
ENV FLASK_DEBUG=0
# ruleid: docker-debugger-exposed
CMD ["node", "--inspect=0.0.0.0:9229", "server.js"]
# ok: docker-debugger-exposed
CMD ["node", "server.js"]
