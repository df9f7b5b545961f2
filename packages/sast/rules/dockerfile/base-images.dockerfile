# ruleid: docker-image-latest-tag
FROM registry.example/base:latest
# ruleid: docker-image-without-tag
FROM registry.example:5000/base AS build
# ok: docker-image-without-tag
FROM build
# ok: docker-image-without-tag
FROM scratch
# ruleid: docker-image-without-digest
FROM --platform=linux/amd64 registry.example/base:1.2.3 AS other
# ok: docker-image-without-tag, docker-image-without-digest, docker-image-latest-tag
FROM registry.example/base:1.2.3@sha256:0000000000000000000000000000000000000000000000000000000000000000
ARG BASE
# ok: docker-image-without-tag
FROM $BASE
# ruleid: docker-end-of-life-image, docker-image-without-digest
FROM node:14-alpine
# ruleid: docker-end-of-life-image, docker-image-without-digest
FROM python:2.7
# ok: docker-end-of-life-image
# ruleid: docker-image-without-digest
FROM python:3.13-slim
# ruleid: docker-end-of-life-image, docker-image-without-digest
FROM debian:stretch-slim
# ok: docker-end-of-life-image
# ruleid: docker-image-without-digest
FROM debian:bookworm
# ok: docker-end-of-life-image
# ruleid: docker-image-without-digest
FROM node:22.11.0
ARG VARIANT=alpine
# ruleid: docker-end-of-life-image
FROM node:14-${VARIANT}
