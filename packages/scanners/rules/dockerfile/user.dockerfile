FROM registry.example/build:1 AS build
# ok: docker-root-user
USER root
RUN make

FROM registry.example/base:1
# ok: docker-root-user
USER root
RUN install-things
USER app
# ruleid: docker-root-user
USER root
CMD ["serve"]
