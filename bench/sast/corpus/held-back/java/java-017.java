package org.example.flow;

import io.vertx.ext.web.RoutingContext;
import javax.script.Bindings;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;

public final class FilterHandler {
    private final ScriptEngine engine = new ScriptEngineManager().getEngineByName("graal.js");

    public void handle(RoutingContext context) {
        String threshold = context.request().getParam("threshold");
        Bindings bindings = engine.createBindings();
        bindings.put("value", 17);
        String script = "value > " + threshold;
        try {
            context.end(String.valueOf(engine.eval(script, bindings)));
        } catch (ScriptException problem) {
            context.fail(400);
        }
    }
}
