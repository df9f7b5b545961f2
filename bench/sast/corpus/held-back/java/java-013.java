package org.example.quiz;

import io.javalin.Javalin;
import org.owasp.encoder.Encode;

public class QuizServer {
    private static String layout(String inner) {
        return "<!doctype html><main>" + inner + "</main>";
    }

    public static void main(String[] args) {
        Javalin app = Javalin.create();
        app.post("/answer", ctx -> {
            String answer = ctx.formParam("answer");
            boolean right = "42".equals(answer);
            String inner = right ? "<b>Right!</b>" : "<p>No: " + answer.trim() + "</p>";
            ctx.html(layout(inner));
        });
        app.start(7000);
    }
}
