package org.example.build;

import io.vertx.core.AbstractVerticle;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;

public class BuildVerticle extends AbstractVerticle {
    @Override
    public void start() {
        Router router = Router.router(vertx);
        router.post("/builds/:project").blockingHandler(this::build);
        vertx.createHttpServer().requestHandler(router).listen(8888);
    }

    private void build(RoutingContext context) {
        String project = context.pathParam("project");
        String target = context.request().getParam("target");
        String[] command = {"sh", "-c", "cd /builds/app && make " + target};
        try {
            Process process = new ProcessBuilder(command).start();
            context.response().end(project.length() + ":" + process.pid());
        } catch (IOException problem) {
            context.fail(500, problem);
        }
    }
}
