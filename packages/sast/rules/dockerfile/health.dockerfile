# ruleid: docker-missing-healthcheck
FROM registry.example/base:1
CMD ["serve"]
