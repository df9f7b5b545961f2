FROM registry.example/build:1 AS build
# ok: docker-container-runs-as-root
USER root
RUN make

FROM registry.example/base:1
# ok: docker-container-runs-as-root
USER root
RUN install-things
USER app
# ruleid: docker-container-runs-as-root
USER root
CMD ["serve"]
