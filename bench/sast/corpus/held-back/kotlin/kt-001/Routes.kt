package org.example.bees

import io.ktor.server.application.call
import io.ktor.server.response.respond
import io.ktor.server.routing.Route
import io.ktor.server.routing.get

fun Route.hives(store: HiveStore) {
    get("/hives/{apiary}") {
        val apiary = call.parameters["apiary"] ?: return@get
        call.respond(store.inApiary(apiary))
    }
}
