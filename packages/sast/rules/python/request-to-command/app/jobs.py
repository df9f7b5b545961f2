import os


class Runner:
    def __init__(self):
        self.jobs = []
        self.name = "runner"

    def add(self, job):
        self.jobs.append(job)

    def start(self):
        for job in self.jobs:
            # ruleid: python-command-injection
            os.system("run-job %s" % job)
        # ok: python-command-injection
        os.system("done " + self.name)


def archive(folder, target):
    # ruleid: python-command-injection
    os.popen("tar -cf {} {}".format(target, folder))
