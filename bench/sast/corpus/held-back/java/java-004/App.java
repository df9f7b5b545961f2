package org.example.chess;

import io.javalin.Javalin;

public class App {
    public static void main(String[] args) {
        GameArchive archive = new GameArchive("jdbc:sqlite:games.db");
        Javalin app = Javalin.create().start(7070);
        app.get("/games", ctx -> {
            GameFilter filter = new GameFilter();
            filter.setPlayer(ctx.queryParam("player"));
            filter.setYear(ctx.queryParamAsClass("year", Integer.class).getOrDefault(2020));
            ctx.json(archive.find(filter));
        });
    }
}
