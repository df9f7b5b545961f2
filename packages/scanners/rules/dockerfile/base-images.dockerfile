# ruleid: docker-image-latest
FROM registry.example/base:latest
# ruleid: docker-image-untagged
FROM registry.example:5000/base AS build
# ok: docker-image-untagged
FROM build
# ok: docker-image-untagged
FROM scratch
# ruleid: docker-image-without-digest
FROM --platform=linux/amd64 registry.example/base:1.2.3 AS other
# ok: docker-image-untagged, docker-image-without-digest, docker-image-latest
FROM registry.example/base:1.2.3@sha256:0000000000000000000000000000000000000000000000000000000000000000
ARG BASE
# ok: docker-image-untagged
FROM $BASE
# ruleid: docker-image-unmaintained, docker-image-without-digest
FROM node:14-alpine
# ruleid: docker-image-unmaintained, docker-image-without-digest
FROM python:2.7
# ok: docker-image-unmaintained
# ruleid: docker-image-without-digest
FROM python:3.13-slim
# ruleid: docker-image-unmaintained, docker-image-without-digest
FROM debian:stretch-slim
# ok: docker-image-unmaintained
# ruleid: docker-image-without-digest
FROM debian:bookworm
# ok: docker-image-unmaintained
# ruleid: docker-image-without-digest
FROM node:22.11.0
