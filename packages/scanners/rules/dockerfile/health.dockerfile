# ruleid: docker-no-health-check
FROM registry.example/base:1
CMD ["serve"]
