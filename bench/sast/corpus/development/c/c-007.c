#include <stdlib.h>
#include <stdio.h>

struct job {
    int id;
    struct job *next;
};

static void finish_all(struct job *first)
{
    struct job *job = first;

    while (job != NULL) {
        printf("job %d ends\n", job->id);
        free(job);
        job = job->next;
    }
}

int main(void)
{
    struct job *head = NULL;

    for (int i = 0; i < 3; i++) {
        struct job *job = malloc(sizeof *job);
        if (job == NULL)
            break;
        job->id = i;
        job->next = head;
        head = job;
    }
    finish_all(head);
    return 0;
}
