#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct image {
    uint32_t width, height;
    uint8_t *pixels;
};

int image_load(struct image *image, FILE *file)
{
    if (fread(&image->width, 4, 1, file) != 1 || fread(&image->height, 4, 1, file) != 1)
        return -1;
    uint32_t bytes = image->width * image->height * 4;
    image->pixels = malloc(bytes);
    if (image->pixels == NULL)
        return -1;
    for (uint32_t row = 0; row < image->height; row++) {
        uint8_t *start = image->pixels + (size_t)row * image->width * 4;
        if (fread(start, 4, image->width, file) != image->width)
            return -1;
    }
    return 0;
}
