package org.example.drop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

public class Server {
    public static void main(String[] args) throws IOException {
        DropBox box = new DropBox();
        HttpServer server = HttpServer.create(new InetSocketAddress(8000), 0);
        server.createContext("/drop", (HttpExchange exchange) -> {
            String name = exchange.getRequestURI().getQuery();
            box.store(name, exchange.getRequestBody());
            exchange.sendResponseHeaders(204, -1);
        });
        server.start();
    }
}
