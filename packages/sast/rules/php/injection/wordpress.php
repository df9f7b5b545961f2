<?php

function files_show(WP_REST_Request $request)
{
    // ruleid: php-command-injection
    system('show ' . $request['name']);
    // ruleid: php-command-injection
    system('show ' . $request->get_param('name'));
    // ruleid: php-command-injection
    system('show ' . $request->get_json_params()['name']);
}

function files_shortcode($atts)
{
    $atts = shortcode_atts(['name' => ''], $atts);
    // ruleid: php-command-injection
    system('show ' . $atts['name']);
}

function files_ajax()
{
    check_ajax_referer('files');
    $name = sanitize_text_field(wp_unslash($_POST['name']));
    // ruleid: php-command-injection
    system('show ' . $name);
}
