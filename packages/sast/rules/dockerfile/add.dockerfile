FROM registry.example/base:1
# ruleid: docker-add-remote-without-checksum
ADD https://files.example/tool.tar.gz /opt/
# ok: docker-add-remote-without-checksum
ADD --checksum=sha256:0000 https://files.example/tool.tar.gz /opt/
# ruleid: docker-add-instead-of-copy
ADD src /app/src
# ok: docker-add-instead-of-copy
ADD files.tar.gz /app
# ok: docker-add-instead-of-copy
COPY src /app/src
