package org.example.rules;

import io.javalin.http.Context;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.Constructor;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.inspector.TagInspector;

public class RuleUpload {
    public void accept(Context ctx) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(10);
        Yaml yaml = new Yaml(new SafeConstructor(options));
        Map<String, Object> rules = yaml.load(ctx.body());
        ctx.result("read " + rules.size());
    }
}
