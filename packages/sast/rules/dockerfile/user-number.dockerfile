# ok: docker-missing-user
FROM registry.example/build:1 AS build
RUN make

# ruleid: docker-missing-user
FROM registry.example/base:1
COPY --from=build /out /out
CMD ["serve"]
