FROM registry.example/base:1
# ruleid: docker-add-remote
ADD https://files.example/tool.tar.gz /opt/
# ok: docker-add-remote
ADD --checksum=sha256:0000 https://files.example/tool.tar.gz /opt/
# ruleid: docker-add-local
ADD src /app/src
# ok: docker-add-local
ADD files.tar.gz /app
# ok: docker-add-local
COPY src /app/src
